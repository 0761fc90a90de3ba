// examples/curl/follow.js
// Prints a party's transactions, those of the past and those to come, one in each line.
// Usage: node examples/curl/follow.js BASE_URL TOKEN PARTY BEGIN [END]
import WebSocket from "ws";

const [base = "", token = "", party = "", begin = "0", end] = process.argv.slice(2);
const protocols = [`jwt.token.${token}`, "daml.ws.auth"];
const socket = new WebSocket(`${base.replace("http", "ws")}/v2/updates`, protocols);
const request = {
  beginExclusive: Number(begin),
  ...(end === undefined ? {} : { endInclusive: Number(end) }),
  updateFormat: {
    includeTransactions: {
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      eventFormat: { filtersByParty: { [party]: {} }, verbose: false },
    },
  },
};
socket.on("open", () => socket.send(JSON.stringify(request)));
socket.on("message", (/** @type {Buffer} */ frame) => {
  const { update, code, cause } = JSON.parse(frame.toString("utf8"));
  if (code !== undefined) {
    console.error(`refused: ${code}: ${cause}`);
    process.exitCode = 1;
  }
  if (update?.Transaction === undefined) return;
  const { offset, events } = update.Transaction.value;
  const kinds = events.flatMap((each) => Object.keys(each));
  console.log(`${offset} ${kinds.join(" ")}`);
});
socket.on("error", (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
