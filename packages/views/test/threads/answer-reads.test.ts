import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonText } from "@tallystick/core";
import { everythingFor, type EventFormat } from "@tallystick/wire";
import { expect } from "chai";
import fc from "fast-check";
import type { PartAnswer, ReadFile, ReadThreads } from "../../src/interface/read-threads.js";
import type { Queries, Views } from "../../src/interface/views.js";
import { PartsOfFile } from "../../src/threads/answer-reads.js";
import {
  all,
  contextAt,
  createOf,
  entriesOf,
  iouV2,
  rightOf,
  transactionAt,
} from "../journal-fixture.js";
import { viewsOf } from "../ledger-views.js";
import { journalOf, parties, step } from "../random-journal.js";

type Behaviour = "answers" | "fails" | "is away";

/** Threads in this one: what passes between them is copied as messages are. */
const threadsOf = (behaviours: ReadonlyArray<Behaviour>) => {
  let asked = 0;
  const kinds = new Set<string>();
  const make = (file: ReadFile): ReadThreads => {
    const parts = new PartsOfFile(file, undefined);
    return {
      ask: async (request) => {
        const behaviour = behaviours[asked++ % behaviours.length];
        if (behaviour === "is away") return undefined;
        const answer: PartAnswer =
          behaviour === "fails" ? { kind: "failed" } : parts.read(structuredClone(request));
        kinds.add(answer.kind);
        return structuredClone(answer);
      },
      close: () => Promise.resolve(parts.close()),
    };
  };
  return { make, asked: () => asked, kinds };
};

const format = fc
  .record({
    filtersByParty: fc.dictionary(
      fc.constantFrom(...parties),
      fc.record({
        cumulative: fc.array(
          fc.oneof(
            fc.record({
              kind: fc.constant("wildcard" as const),
              includeCreatedEventBlob: fc.constant(false),
            }),
            fc.record({
              kind: fc.constant("template" as const),
              templateId: fc.constantFrom("#iou:Iou:Iou", "#iou:Note:Note"),
              includeCreatedEventBlob: fc.constant(false),
            }),
            fc.record({
              kind: fc.constant("interface" as const),
              interfaceId: fc.constantFrom(
                "#holding-api:Holding:Holding",
                "#holding-api:Meta:Meta",
              ),
              includeInterfaceView: fc.boolean(),
              includeCreatedEventBlob: fc.constant(false),
            }),
          ),
          { maxLength: 2 },
        ),
      }),
      { minKeys: 1, maxKeys: 2 },
    ),
  })
  .map((f): EventFormat => f);

const longSteps = fc.array(step, { minLength: 300, maxLength: 420, size: "max" });

/** All that threads may read, of both kinds and in both orders. */
const everything = async (
  queries: Queries,
  end: number,
  eventFormat: EventFormat,
  pageSize: number,
) => {
  const updateFormat = {
    includeTransactions: {
      eventFormat,
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const,
    },
    includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } },
  };
  const taken: Array<string> = [];
  const take = (part: ReadonlyArray<JsonText<unknown>>) =>
    taken.push(...part.map(({ json }) => json));
  const contractPages: Array<unknown> = [];
  for (let pageToken = ""; ; ) {
    const query = { activeAtOffset: end, eventFormat, maxPageSize: pageSize, pageToken };
    const page = rightOf(await queries.activeContractsPageTexts(query, { take }));
    contractPages.push(page);
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  const updatePages = async (descendingOrder: boolean) => {
    const found: Array<unknown> = [];
    for (let pageToken = ""; ; ) {
      const query = {
        updateFormat,
        endOffsetInclusive: end,
        maxPageSize: pageSize,
        descendingOrder,
        pageToken,
      };
      const page = rightOf(await queries.updatesPageTexts(query, { take }));
      found.push(page);
      pageToken = page.nextPageToken;
      if (pageToken === "") return found;
    }
  };
  const updates = (descendingOrder: boolean) =>
    all(
      queries.updateTexts({ beginExclusive: 0, endInclusive: end, updateFormat, descendingOrder }),
    );
  return {
    contracts: await all(queries.activeContractTexts({ activeAtOffset: end, eventFormat })),
    contractPages,
    up: await updates(false),
    down: await updates(true),
    pagesUp: await updatePages(false),
    pagesDown: await updatePages(true),
    taken,
  };
};

describe("Threads that read", () => {
  const opened: Array<Views> = [];
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "views-"));
  });
  afterEach(async () => {
    for (const views of opened.splice(0)) await views.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const viewsWith = (threads?: (file: ReadFile) => ReadThreads): Views => {
    const views = viewsOf({
      file: join(folder, `views${opened.length}.db`),
      thread: "main",
      threads,
    });
    opened.push(views);
    return views;
  };

  it("answer what is read without them, letter by letter, whether they answer or not", async () => {
    await fc.assert(
      fc.asyncProperty(
        longSteps,
        format,
        fc.integer({ min: 90, max: 300 }),
        fc.array(fc.constantFrom<Behaviour>("answers", "answers", "fails", "is away"), {
          minLength: 1,
          maxLength: 5,
        }),
        async (played, eventFormat, pageSize, behaviours) => {
          const events = journalOf(played);
          const [alone, together] = [viewsWith(), viewsWith(threadsOf(behaviours).make)];
          for (const views of [alone, together]) rightOf(await views.fold(entriesOf(events)));
          const context = contextAt(events.length);
          const read = (views: Views) =>
            everything(views.queries(context), events.length, eventFormat, pageSize);
          expect(await read(together)).to.deep.equal(await read(alone));
        },
      ),
      { numRuns: 12 },
    );
  });

  for (const [what, text, kind] of [
    ["leave gaps for views, which are made where the packages are", "usual", "read"],
    ["leave views of what is read with objects to whom has the packages", '"', "failed"],
  ] as const) {
    it(what, async () => {
      const threads = threadsOf(["answers"]);
      const views = viewsWith(threads.make);
      const count = 300;
      const events = Array.from({ length: count }, (_, at) =>
        transactionAt(at + 1, [
          createOf(0, `c${at}`, ["alice"], { templateId: iouV2, payload: { text } }),
        ]),
      );
      rightOf(await views.fold(entriesOf(events)));
      const cumulative = ["Meta", "Holding"].map((name) => ({
        kind: "interface" as const,
        interfaceId: `#holding-api:${name}:${name}`,
        includeInterfaceView: true,
        includeCreatedEventBlob: false,
      }));
      const eventFormat = { filtersByParty: { alice: { cumulative } } };
      const queries = views.queries(contextAt(count));
      const active = { activeAtOffset: count, eventFormat };
      const texts = await all(queries.activeContractTexts(active));
      expect(texts.map(({ json }) => json)).to.deep.equal(
        (await all(queries.activeContracts(active))).map((item) => JSON.stringify(item)),
      );
      expect([...threads.kinds]).to.deep.equal([kind]);
    });
  }

  it("are asked for the second part of a read, and ask for what the catalog knows", async () => {
    const threads = threadsOf(["answers"]);
    const views = viewsWith(threads.make);
    const events = journalOf(
      Array.from({ length: 400 }, (_, at) => ({
        actAs: ["alice"],
        actions: [
          {
            kind: "create" as const,
            signatories: ["alice"],
            observers: [],
            templateId: at < 300 ? "p1:Iou:Iou" : "p1:Note:Note",
            target: 0,
            consuming: false,
            actors: ["alice"],
            inside: [],
          },
        ],
      })),
    );
    rightOf(await views.fold(entriesOf(events)));
    const queries = views.queries(contextAt(events.length));
    const updateFormat = {
      includeTransactions: {
        eventFormat: everythingFor("alice"),
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
      },
    };
    const page = { updateFormat, maxPageSize: 64, endOffsetInclusive: 400 };
    rightOf(await queries.updatesPageTexts(page, { take: () => {} }));
    expect(threads.asked()).to.equal(0);
    expect(
      await all(queries.updateTexts({ beginExclusive: 0, updateFormat, endInclusive: 400 })),
    ).to.have.length(400);
    expect([...threads.kinds]).to.have.members(["read", "unknown"]);
    const asked = threads.asked();
    // objects are read where they are used
    expect(
      await all(queries.updates({ beginExclusive: 0, updateFormat, endInclusive: 400 })),
    ).to.have.length(400);
    expect(threads.asked()).to.equal(asked);
  });
});
