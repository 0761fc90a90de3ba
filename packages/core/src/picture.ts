// A transaction as a picture, for those who need nothing else of the core.
export { askedUpdate, type PictureFilters, type PictureSource } from "./picture/asked-update.js";
export {
  type DrawnContract,
  type DrawnHolding,
  type DrawnNode,
  type DrawnTransaction,
  partiesIn,
  seenByParty,
  witnessesIn,
} from "./picture/drawn-transaction.js";
export { drawnInDryRun, type DryRunJson } from "./picture/events-in-json.js";
export { foldPicture } from "./picture/fold-picture.js";
export { holdingInterfaces, holdingInView, holdingReader } from "./picture/holding-view.js";
export { partyLabels } from "./picture/party-labels.js";
export {
  type Picture,
  type PictureAction,
  type PictureAmount,
  type PictureContract,
  type PictureEdge,
  pictureOf,
  type PictureSum,
  pictureSums,
} from "./picture/picture.js";
export {
  layoutPicture,
  type PictureBox,
  type PictureLayout,
  type PictureLine,
} from "./picture/picture-layout.js";
export { escapedXml, pictureSvg } from "./picture/picture-svg.js";
export { actionName, contractName, type PictureWords } from "./picture/picture-words.js";
