import { describeTransport, usualTransports } from "./transports.js";

for (const transport of usualTransports) describeTransport(transport);
