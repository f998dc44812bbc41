@app.route("/")
