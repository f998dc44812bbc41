import requests  # the client

# requests.get(url)
requests.get(
    url,  # 1) first
    timeout=3)
