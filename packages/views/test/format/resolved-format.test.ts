import { expect } from "chai";
import { type EventFormat, everythingFor, type IdentifierFilter } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import { resolveEventFormat, resolveTransactionFormat } from "../../src/format/resolved-format.js";
import {
  catalog,
  holdingId,
  iouV1,
  iouV2,
  leftOf,
  metaId,
  noteId,
  rightOf,
} from "../journal-fixture.js";

const formatOf = (...cumulative: ReadonlyArray<IdentifierFilter>): EventFormat => ({
  filtersByParty: { alice: { cumulative } },
});

const template = (templateId: string, includeCreatedEventBlob = false): IdentifierFilter => ({
  kind: "template",
  templateId,
  includeCreatedEventBlob,
});

const through = (
  interfaceId: string,
  includeInterfaceView = false,
  includeCreatedEventBlob = false,
): IdentifierFilter => ({
  kind: "interface",
  interfaceId,
  includeInterfaceView,
  includeCreatedEventBlob,
});

const wildcard = (includeCreatedEventBlob = false): IdentifierFilter => ({
  kind: "wildcard",
  includeCreatedEventBlob,
});

describe("An event format", () => {
  const errors: ReadonlyArray<readonly [what: string, format: EventFormat, code: string]> = [
    ["with neither parties nor any-party", { filtersByParty: {} }, "INVALID_ARGUMENT"],
    ["with an empty party", everythingFor(""), "INVALID_ARGUMENT"],
    ["with a template in package-id form", formatOf(template(iouV1)), "INVALID_FIELD"],
    ["with an interface in package-id form", formatOf(through(holdingId)), "INVALID_FIELD"],
    ["with an unknown package name", formatOf(template("#no:Iou:Iou")), "PACKAGE_NAMES_NOT_FOUND"],
    [
      "with an unknown template of a known package",
      formatOf(template("#iou:Iou:Gone")),
      "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    ],
    [
      "with an unknown interface of a known package",
      formatOf(through("#holding-api:Holding:Gone")),
      "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    ],
    [
      "with a bad name behind a wildcard",
      formatOf(wildcard(), template("#no:Iou:Iou")),
      "PACKAGE_NAMES_NOT_FOUND",
    ],
    [
      "with a bad name for any party",
      { filtersByParty: {}, filtersForAnyParty: { cumulative: [template("#no:Iou:Iou")] } },
      "PACKAGE_NAMES_NOT_FOUND",
    ],
  ];
  for (const [what, format, code] of errors) {
    it(`${what} is refused with ${code}`, () => {
      expect(leftOf(resolveEventFormat(format, catalog)).code).to.equal(code);
    });
  }

  const nothing = { blob: false, viewed: [], matched: [] };
  const meanings: ReadonlyArray<
    readonly [
      what: string,
      filters: ReadonlyArray<IdentifierFilter>,
      templateId: string,
      interest:
        | { blob: boolean; viewed: ReadonlyArray<string>; matched: ReadonlyArray<string> }
        | undefined,
    ]
  > = [
    ["no filter means everything without blobs", [], noteId, nothing],
    ["only empty filters mean everything", [{ kind: "empty" }], noteId, nothing],
    [
      "an empty filter beside another adds nothing",
      [{ kind: "empty" }, template("#iou:Iou:Iou")],
      noteId,
      undefined,
    ],
    [
      "wildcards are or-ed in their blob flag",
      [wildcard(), wildcard(true)],
      noteId,
      { ...nothing, blob: true },
    ],
    ["a template filter matches the old version", [template("#iou:Iou:Iou")], iouV1, nothing],
    ["a template filter matches the new version", [template("#iou:Iou:Iou")], iouV2, nothing],
    ["a template filter leaves out others", [template("#iou:Iou:Iou", true)], noteId, undefined],
    [
      "a blob is not asked for by a filter that does not match",
      [wildcard(), template("#iou:Iou:Iou", true)],
      noteId,
      nothing,
    ],
    [
      "an interface filter matches what implements it, without views unless asked",
      [through("#holding-api:Holding:Holding")],
      iouV1,
      { ...nothing, matched: [holdingId] },
    ],
    [
      "an interface filter leaves out what does not implement it",
      [through("#holding-api:Holding:Holding", true)],
      noteId,
      undefined,
    ],
    [
      "views come in the order of the request",
      [
        through("#holding-api:Holding:Holding", true),
        through("#holding-api:Meta:Meta", true, true),
      ],
      iouV2,
      { blob: true, viewed: [holdingId, metaId], matched: [holdingId, metaId] },
    ],
  ];
  for (const [what, filters, templateId, expected] of meanings) {
    it(`says that ${what}`, () => {
      const resolved = rightOf(resolveEventFormat(formatOf(...filters), catalog));
      const interest = resolved.interestIn(templateId).byParty.get("alice");
      expect(
        interest && {
          blob: interest.createdEventBlob,
          viewed: interest.viewedInterfaces,
          matched: interest.matchedInterfaces,
        },
      ).to.deep.equal(expected);
      expect(resolved.interestIn(templateId).anyParty).to.equal(undefined);
    });
  }

  it("finds templates that are registered after it was resolved", () => {
    const registered: Array<string> = [];
    const growing = {
      ...catalog,
      templatesMatching: () => right([...registered]),
    };
    const resolved = rightOf(resolveEventFormat(formatOf(template("#iou:Iou:Iou")), growing));
    registered.push("p3:Iou:Iou");
    expect(resolved.interestIn("p3:Iou:Iou").byParty.has("alice")).to.equal(true);
  });
});

describe("A transaction format", () => {
  it("without an event format or shape is refused with MISSING_FIELD naming the field", () => {
    const noFormat = resolveTransactionFormat(
      { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
      catalog,
    );
    const noShape = resolveTransactionFormat(
      { transactionShape: "TRANSACTION_SHAPE_UNSPECIFIED", eventFormat: everythingFor("alice") },
      catalog,
    );
    expect(leftOf(noFormat)).to.include({ code: "MISSING_FIELD", field: "event_format" });
    expect(leftOf(noShape)).to.include({ code: "MISSING_FIELD", field: "transaction_shape" });
  });
});
