"""The sandbox: learner code runs here, and only here."""
