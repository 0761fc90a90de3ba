import { packageOf } from "../model/module-part.js";
import { batchTransferModule } from "./batch-transfer.js";
import { delegateProxyModule } from "./delegate-proxy.js";
import { proxiedChoicesModule } from "./proxied-choices.js";
import { walletUserProxyModule } from "./wallet-user-proxy.js";

/** How featured wallet providers earn by what their users do. */
export const featuredAppProxiesPackage = packageOf(
  {
    name: "splice-util-featured-app-proxies",
    version: "1.2.3",
    packageId: "677ed3473e7d412c06520843790ff27e21aaa7c292208909579592351c8eb55d",
  },
  [walletUserProxyModule, proxiedChoicesModule, batchTransferModule, delegateProxyModule],
);
