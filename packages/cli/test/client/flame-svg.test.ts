import { expect } from "chai";
import { flameSvg } from "../../src/client/flame-svg.js";

describe("A flame graph as SVG", () => {
  it("is XML whatever the names are", () => {
    const definition = "a<b>&\"'\u0001\uD800\u202E";
    const frame = { parent: -1, definition, packageId: "p", calls: 1, steps: 10, micros: 5 };
    const drawn = flameSvg([frame], "<title> & \u0000");
    expect(drawn).to.contain("a&lt;b&gt;&amp;&quot;&apos;\uFFFD\uFFFD\uFFFD");
    expect(drawn).to.contain("&lt;title&gt; &amp; \uFFFD");
    expect(drawn).to.not.match(/&#|\p{Cs}/u);
  });
});
