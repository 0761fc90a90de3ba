// The wallet of a node as a web page asks it: JSON-RPC by CIP-0103.

const call = async (node, method, token) => {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(`${node}/api/v0/dapp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...authorization },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method }),
  });
  const { result, error } = await response.json();
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
};

/** The address at which the user approves this page. */
export const connect = async (node) => (await call(node, "connect")).userUrl;

/** The token that the wallet gives the page that opened it. */
export const tokenFrom = (page, node) =>
  new Promise((resolve) => {
    page.addEventListener("message", ({ data, origin }) => {
      if (origin === new URL(node).origin && data.type === "SPLICE_WALLET_IDP_AUTH_SUCCESS")
        resolve(data.token);
    });
  });

/** The parties that the user lets this page see. */
export const accounts = (node, token) => call(node, "listAccounts", token);
