import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

const place = document.getElementById("app");
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <h1>Wallet</h1>
    </StrictMode>,
  );
}
