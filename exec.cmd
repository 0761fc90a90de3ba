@rem What "exec" is to sh: "npm start" replaces the shell there, and needs a command of this name here.
@%*
