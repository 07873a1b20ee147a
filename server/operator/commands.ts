import { backup } from './backup.ts';
import { claim } from './claim.ts';
import { claims } from './claims.ts';
import type { Command } from './command.ts';
import { maintenance, reserve } from './exchange.ts';
import { file } from './file.ts';
import { rate } from './rate.ts';
import { verification, verifications } from './verification.ts';

/** Every command by its name, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  claims,
  claim,
  verifications,
  verification,
  file,
  reserve,
  rate,
  maintenance,
  backup,
};
