import { Component, type ReactNode } from "react";
import { Page } from "../components/page/page.js";
import { ErrorNote } from "../components/feedback/error-note.js";
import { messages } from "./messages.js";

interface Props {
  /** Another value ends the error: the path of the page. */
  readonly place: string;
  readonly children: ReactNode;
}

/** Shows that a page broke, and leaves the navigation in place. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | undefined }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: Props): void {
    if (before.place !== this.props.place && this.state.error !== undefined)
      this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Page title={messages.error.title}>
        <ErrorNote title={messages.error.cause} error={error} retry={() => location.reload()} />
      </Page>
    );
  }
}
