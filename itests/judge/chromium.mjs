/** How judges start the chromium of the machine: without a window, and silent on the network but for what they open. */
export const launch = (executablePath) => ({
  executablePath,
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
