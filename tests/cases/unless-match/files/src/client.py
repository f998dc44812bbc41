import requests


def fetch(url):
    first = requests.get(
        url, headers={"Accept": "text/(html)"},
        timeout=(3, 10),
    )
last = requests.post(quoted(url))
    return first, last
