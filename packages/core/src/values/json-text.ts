/** A value of type `A` written as JSON: to be passed on without being read. */
export class JsonText<A> {
  declare readonly of?: A;

  constructor(readonly json: string) {}
}
