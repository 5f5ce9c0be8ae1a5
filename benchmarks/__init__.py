"""Every figure the README quotes, one command each; ratios are taken side by side in one run."""
