import { timestampToText } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import type { Interest, TemplateInterest } from "../../src/format/resolved-format.js";
import {
  archivedEvent,
  type Audience,
  audienceOf,
  createdEvent,
  exercisedEvent,
} from "../../src/projection/project-event.js";
import {
  catalog,
  createOf,
  exerciseOf,
  holdingId,
  iouV1,
  iouV2,
  metaId,
  timeAt,
} from "../journal-fixture.js";

const nothing: Interest = { createdEventBlob: false, viewedInterfaces: [], matchedInterfaces: [] };
const place = { offset: 9, effectiveAt: timeAt(9), reads: undefined };
const audience: Audience = { ...nothing, parties: ["alice"] };

const interestOf = (
  byParty: Readonly<Record<string, Interest>>,
  anyParty?: Interest,
  others: ReadonlyArray<string> = [],
): TemplateInterest => ({
  byParty: new Map(Object.entries(byParty)),
  anyParty,
  requested: anyParty === undefined ? new Set([...Object.keys(byParty), ...others]) : undefined,
});

const parties = ["alice", "bob", "carol"] as const;
const interests: fc.Arbitrary<Interest> = fc.record({
  createdEventBlob: fc.boolean(),
  viewedInterfaces: fc.subarray([holdingId, metaId]),
  matchedInterfaces: fc.subarray([holdingId, metaId]),
});

describe("The audience of an event", () => {
  it("is everyone who sees it and is named when one of them wants it, or all where everyone is meant", () => {
    const named = fc.dictionary(fc.constantFrom(...parties), interests);
    fc.assert(
      fc.property(
        named,
        fc.option(interests, { nil: undefined }),
        fc.subarray([...parties]),
        fc.subarray([...parties]),
        (byParty, anyParty, seenBy, others) => {
          const found = audienceOf(interestOf(byParty, anyParty, others), seenBy);
          const isNamed = (it: string): boolean =>
            it in byParty || others.some((one) => one === it);
          const wanted = anyParty === undefined ? seenBy.filter(isNamed) : seenBy;
          if (
            seenBy.length === 0 ||
            (anyParty === undefined && !seenBy.some((it) => it in byParty))
          ) {
            expect(found).to.equal(undefined);
            return;
          }
          const each = [
            ...seenBy.flatMap((party) => byParty[party] ?? []),
            ...(anyParty === undefined ? [] : [anyParty]),
          ];
          expect(found?.parties).to.deep.equal(wanted);
          expect(found?.createdEventBlob).to.equal(each.some((it) => it.createdEventBlob));
          for (const part of ["viewedInterfaces", "matchedInterfaces"] as const)
            expect(new Set(found?.[part])).to.deep.equal(new Set(each.flatMap((it) => it[part])));
        },
      ),
    );
  });

  it("is empty when no party sees it", () => {
    expect(audienceOf(interestOf({ alice: nothing }, nothing), [])).to.equal(undefined);
  });
});

describe("A create", () => {
  const key = { value: { owner: "alice" }, maintainers: ["alice"] };
  const node = createOf(3, "c", ["alice"], {
    templateId: iouV2,
    observers: ["bob"],
    payload: { amount: "1.0" },
  });

  it("says where and what it is", () => {
    expect(createdEvent(node, place, audience, true, catalog)).to.deep.include({
      offset: 9,
      nodeId: 3,
      contractId: "c",
      templateId: iouV2,
      createArgument: { amount: "1.0" },
      signatories: ["alice"],
      observers: ["bob"],
      witnessParties: ["alice"],
      createdAt: timestampToText(timeAt(9)),
      packageName: "iou",
      representativePackageId: "p2",
      acsDelta: true,
      contractKey: null,
      contractKeyHash: "",
      createdEventBlob: "",
      interfaceViews: [],
    });
  });

  it("has a blob for those who want it", () => {
    const wanting = { ...audience, createdEventBlob: true };
    const { createdEventBlob } = createdEvent(node, place, wanting, true, catalog);
    expect(createdEventBlob.length).to.be.above(20);
  });

  it("has its key and the hash of it", () => {
    const event = createdEvent({ ...node, key }, place, audience, false, catalog);
    expect(event.contractKey).to.deep.equal(key.value);
    expect(event.contractKeyHash).to.match(/^[A-Za-z0-9+/]{43}=$/);
    expect(event.acsDelta).to.equal(false);
  });

  for (const [what, templateId, viewed, statuses] of [
    ["that can be computed", iouV1, [holdingId], [0]],
    ["that cannot", iouV2, [metaId], [9]],
    ["of both kinds, in the order requested", iouV2, [metaId, holdingId], [9, 0]],
  ] as const) {
    it(`has views ${what}`, () => {
      const wanting = { ...audience, viewedInterfaces: viewed };
      const views = createdEvent(
        { ...node, templateId },
        place,
        wanting,
        true,
        catalog,
      ).interfaceViews;
      expect(views.map(({ interfaceId }) => interfaceId)).to.deep.equal(viewed);
      for (const [at, view] of views.entries()) {
        const isOk = statuses[at] === 0;
        expect(view.viewStatus.code === 0, view.interfaceId).to.equal(isOk);
        expect(view.viewValue === null).to.equal(!isOk);
        expect(view.implementationPackageId).to.equal(templateId.split(":")[0]);
      }
    });
  }
});

describe("An exercise", () => {
  const node = exerciseOf(4, "c", ["alice", "bob"], {
    templateId: iouV1,
    choice: "Transfer",
    argument: { to: "bob" },
    result: { done: true },
    lastDescendantNodeId: 6,
  });
  const matched = { ...audience, matchedInterfaces: [holdingId] };

  it("is an archival in the shape of active contracts", () => {
    expect(archivedEvent(node, place, matched)).to.deep.equal({
      offset: 9,
      nodeId: 4,
      contractId: "c",
      templateId: iouV1,
      witnessParties: ["alice"],
      packageName: "iou",
      implementedInterfaces: [holdingId],
    });
  });

  for (const interfaceId of [undefined, holdingId]) {
    it(`is whole in the shape of effects${interfaceId === undefined ? "" : ", with its interface"}`, () => {
      const through = interfaceId === undefined ? node : { ...node, interfaceId };
      expect(exercisedEvent(through, place, matched, true)).to.deep.equal({
        offset: 9,
        nodeId: 4,
        contractId: "c",
        templateId: iouV1,
        interfaceId: interfaceId ?? null,
        choice: "Transfer",
        choiceArgument: { to: "bob" },
        actingParties: ["alice"],
        consuming: true,
        witnessParties: ["alice"],
        lastDescendantNodeId: 6,
        exerciseResult: { done: true },
        packageName: "iou",
        implementedInterfaces: [holdingId],
        acsDelta: true,
      });
    });
  }
});
