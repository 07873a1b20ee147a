// `node --import ./tests/pictures/fixedClock.ts server/main.ts`: a server whose clock stands at FIXED_TIME.
const fixedTime = Number(process.env.FIXED_TIME);

Date.now = () => fixedTime;
