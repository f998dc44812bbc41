import requests

requests.get(
    url,  # 1) first
    timeout=3)
requests.post(
    url,  # no timeout= here (yet
)
requests.get  # the first
requests.get(url)  # timeout=3
