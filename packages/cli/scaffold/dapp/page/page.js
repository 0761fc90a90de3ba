import { accounts, connect, tokenFrom } from "./wallet.js";

const node = await (await fetch("node")).text();
const output = document.querySelector("output");

const connected = async () => {
  const token = tokenFrom(window, node);
  window.open(await connect(node));
  output.textContent = "Approve this page in the wallet.";
  const [account] = await accounts(node, await token);
  output.textContent = `Connected: ${account.partyId}`;
};

document.querySelector("#connect").addEventListener("click", () => void connected());
