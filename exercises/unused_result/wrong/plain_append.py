# structure call: no callback at all
SEEN = []


def unused_result(x):  # here
    SEEN.append(float(x.sum()))
    return x * 2
