import { firefoxPath } from '../../tools/engines.ts';
import { launchFirefox } from './support/firefoxEngine.ts';
import { defineEngineTests } from './support/engineSuite.ts';

const firefoxBinary = firefoxPath(process.env);
defineEngineTests('Firefox', firefoxBinary ? null : 'not found', () => launchFirefox(firefoxBinary ?? ''));
