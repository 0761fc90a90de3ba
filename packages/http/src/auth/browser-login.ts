/**
 * The login of people at an identity provider (OpenID Connect, authorization code with PKCE): what
 * their browser must know of it. The tokens it gives are verified by one of the services.
 */
export interface BrowserLogin {
  /** The provider: its configuration is at `/.well-known/openid-configuration` below it. */
  readonly issuer: string;
  /** The wallet as the provider knows it, a public client. */
  readonly clientId: string;
  /** What its access tokens are for; providers that need it take it as `audience`. */
  readonly audience?: string | undefined;
  /** Scopes to ask for, with a blank between them. */
  readonly scope?: string | undefined;
}
