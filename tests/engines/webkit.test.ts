import { findWebkitDriver } from '../../tools/programs/otherEngines.ts';
import { launchWebKit } from './support/webkitEngine.ts';
import { defineEngineTests } from './support/engineSuite.ts';

const webkitDriver = findWebkitDriver(process.env);
defineEngineTests('WebKit', webkitDriver ? null : 'not found', () => launchWebKit(webkitDriver ?? ''));
