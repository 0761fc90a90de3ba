// npm leaves out an optional package whose `engines` do not fit: 20 MB for Node before 22.16 alone.
module.exports = require("./dist/photostructure/dist/index.cjs");
