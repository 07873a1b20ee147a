import { findFirefox } from '../../tools/programs/otherEngines.ts';
import { launchFirefox } from './support/firefoxEngine.ts';
import { defineEngineTests } from './support/engineSuite.ts';

const firefoxBinary = findFirefox(process.env);
defineEngineTests('Firefox', firefoxBinary ? null : 'not found', () => launchFirefox(firefoxBinary ?? ''));
