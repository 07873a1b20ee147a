/** Server variables that disable limits for tests that share one address. A test of a limit sets its own value. */
export const relaxedLimits = {
  LIMIT_READS_PER_MINUTE: '1000000',
  LIMIT_CALCULATOR_PER_MINUTE: '1000000',
  LIMIT_CALCULATOR_BURST: '1000000',
  LIMIT_CLAIMS_PER_HOUR: '1000000',
  LIMIT_UPLOADS_PER_HOUR: '1000000',
  LIMIT_OPEN_CLAIMS_PER_EMAIL: '1000000',
  LIMIT_OPEN_CLAIMS_PER_ADDRESS: '1000000',
};
