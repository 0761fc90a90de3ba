import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.js";
import "./app/tokens.css";
import { loadSiteConfig } from "./session/site-config.js";
import { applyPreferences } from "./session/preferences.js";
import { messages } from "./app/messages.js";

/** Below which path the node is mounted: this file is in `/wallet/assets` below it. */
const basePathOf = (file: string): string => new URL(file).pathname.replace(/\/wallet\/.*$/, "");

const show = async (place: HTMLElement): Promise<void> => {
  applyPreferences();
  const root = createRoot(place);
  try {
    const config = await loadSiteConfig(basePathOf(import.meta.url));
    root.render(
      <StrictMode>
        <App config={config} />
      </StrictMode>,
    );
  } catch {
    root.render(
      <main>
        <h1>{messages.frame.unreachable}</h1>
        <p>{messages.frame.checkNode}</p>
      </main>,
    );
  }
};

const place = document.getElementById("app");
if (place !== null) void show(place);
