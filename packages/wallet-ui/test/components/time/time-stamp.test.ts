import { expect } from "chai";
import { localDate, localTime } from "../../../src/components/time/time-stamp.js";
import { visibleText } from "../../../src/texts/visible-text.js";

const at = "2026-03-05T12:00:00Z";

describe("a date in a language", () => {
  it("has no sign that would be named as a hidden one", () => {
    for (const locale of ["ar-EG", "ar", "he-IL", "fa-IR", "hi-IN", "de-DE", "fr-FR", "en-US"]) {
      const written = `${localTime(at, locale)} ${localDate(Date.parse(at), locale)}`;
      expect(visibleText(written), locale).to.equal(written);
    }
  });

  it("is written as there", () => {
    expect(localDate(Date.parse(at), "de-DE")).to.equal("05.03.2026");
    expect(localDate(Date.parse(at), "fr-FR")).to.equal("5 mars 2026");
    expect(localDate(Date.parse(at), "ar-EG")).to.equal("٠٥/٠٣/٢٠٢٦");
    expect(localTime(at, "en-US")).to.match(/^Mar 5, 2026, .* [A-Z][A-Z0-9+:-]*$/);
  });
});
