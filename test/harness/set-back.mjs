/** Loaded before the service: at SIGUSR2 its clock is set back by three hours. */
const now = Date.now;
let set = 0;
Date.now = () => now() + set;
process.on('SIGUSR2', () => {
  set = -3 * 3_600_000;
});
