import { coinPackages } from "@tallystick/coin";

/** The packages that threads of tests get. */
export const packagesFrom = async (): Promise<typeof coinPackages> => coinPackages;
