// Wine 8 refuses to connect a socket that has a keep-alive time; Windows does not.
require('node:net').Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this
}
