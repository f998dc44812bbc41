# ToDo
