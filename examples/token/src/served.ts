// What `tallystick serve --packages examples/token/dist/src/served.js` loads.
export { goldPackage } from "./gold-package.js";
export { registry } from "./registry.js";
