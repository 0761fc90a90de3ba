import { expect } from "chai";
import fc from "fast-check";
import { foldPicture } from "../../src/picture/fold-picture.js";
import { pictureOf } from "../../src/picture/picture.js";
import { layoutPicture, type PictureBox } from "../../src/picture/picture-layout.js";
import { drawnTransaction, payment, words } from "./arbitrary-drawn.js";

const overlap = (a: PictureBox, b: PictureBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe("The places of a picture", () => {
  it("are from left to right: before, done, after", () => {
    const { boxes, headings } = layoutPicture(pictureOf(payment), words);
    const xOf = (key: string): number => boxes.find((box) => box.key === key)?.x ?? 0;
    expect(xOf("ten")).to.be.below(xOf("node 0"));
    expect(xOf("node 0")).to.be.below(xOf("six"));
    expect(xOf("six")).to.equal(xOf("four"));
    expect(headings.map(({ text }) => text)).to.deep.equal(["Before", "Done", "After"]);
    expect(boxes.map(({ of }) => of)).to.deep.equal(["used", "before", "after", "after", "action"]);
  });

  it("are within its bounds, and no two boxes on each other", () =>
    fc.assert(
      fc.property(drawnTransaction, (drawn) => {
        const { boxes, width, height } = layoutPicture(foldPicture(pictureOf(drawn)), words);
        for (const [at, box] of boxes.entries()) {
          expect(box.x).to.be.at.least(0);
          expect(box.x + box.width).to.be.at.most(width);
          expect(box.y + box.height).to.be.at.most(height);
          for (const other of boxes.slice(at + 1))
            expect(overlap(box, other), `${box.key} on ${other.key}`).to.equal(false);
        }
      }),
    ));

  it("are for at most 60 boxes", () =>
    fc.assert(
      fc.property(drawnTransaction, (drawn) => {
        expect(layoutPicture(foldPicture(pictureOf(drawn)), words).boxes.length).to.be.at.most(60);
      }),
    ));
});
