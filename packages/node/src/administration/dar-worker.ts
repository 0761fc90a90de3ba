import { answerOwner, systemTimers } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import * as damlLf from "@tallystick/daml-lf";
import type { Either } from "fp-ts/lib/Either.js";
import { type DarToRead, readWholeDar, type WholeDar } from "./read-whole-dar.js";

// A thread that reads one DAR.

answerOwner<DarToRead, Either<LedgerError, WholeDar>>({
  request: (dar, answer) => {
    void readWholeDar(damlLf, dar, systemTimers).then((read) => answer(read));
  },
});
