import { releasesOf } from "../model/module-part.js";
import { batchTransferModule } from "./batch-transfer.js";
import { delegateProxyModule } from "./delegate-proxy.js";
import { proxiedChoicesModule } from "./proxied-choices.js";
import { walletUserProxyModule } from "./wallet-user-proxy.js";

/** How featured wallet providers earn by what their users do; both releases have the same code. */
export const featuredAppProxiesReleases = releasesOf(
  "splice-util-featured-app-proxies",
  {
    "0.6.1": {
      version: "1.2.3",
      packageId: "677ed3473e7d412c06520843790ff27e21aaa7c292208909579592351c8eb55d",
    },
    "0.6.12": {
      version: "1.2.4",
      packageId: "88bcea6e9990bb2edb5301c042caa25c0594742665866f049f7bd67342d0865d",
    },
  },
  [walletUserProxyModule, proxiedChoicesModule, batchTransferModule, delegateProxyModule],
);
