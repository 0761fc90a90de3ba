import { packageOf } from "../model/module-part.js";
import { batchTransferModule } from "./batch-transfer.js";
import { delegateProxyModule } from "./delegate-proxy.js";
import { proxiedChoicesModule } from "./proxied-choices.js";
import { walletUserProxyModule } from "./wallet-user-proxy.js";

/** How featured wallet providers earn by what their users do. */
export const featuredAppProxiesPackage = packageOf("splice-util-featured-app-proxies", "0.1.0", [
  walletUserProxyModule,
  proxiedChoicesModule,
  batchTransferModule,
  delegateProxyModule,
]);
