/** Messages from the owner to the thread. */
export type ToThread<In> =
  | { readonly kind: "request"; readonly id: number; readonly request: In }
  /** Ends after it has answered all requests. */
  | { readonly kind: "stop" }
  /** Ends between two of its steps. */
  | { readonly kind: "end" };

/** Messages from the thread to its owner. */
export type FromThread<Out, Hello> =
  /** It is ready for requests. */
  | { readonly kind: "hello"; readonly hello: Hello }
  /** How far a request is, before its answer. */
  | { readonly kind: "progress"; readonly id: number; readonly progress: number }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Out };
