import requests

print(requests.get("http://a", timeout=3))
