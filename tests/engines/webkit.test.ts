import { webkitPath } from '../../tools/engines.ts';
import { launchWebKit } from './support/webkitEngine.ts';
import { defineEngineTests } from './support/engineSuite.ts';

const webkitDriver = webkitPath(process.env);
defineEngineTests('WebKit', webkitDriver ? null : 'not found', () => launchWebKit(webkitDriver ?? ''));
