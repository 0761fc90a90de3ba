/** What the owner of a thread sends it. */
export type ToThread<In> =
  | { readonly kind: "request"; readonly id: number; readonly request: In }
  | { readonly kind: "stop" };

/** What a thread sends its owner. */
export type FromThread<Out, Hello> =
  /** It takes requests from now on. */
  | { readonly kind: "hello"; readonly hello: Hello }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Out };
