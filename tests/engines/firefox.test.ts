import { firefoxPath } from '../../tools/engines.ts';
import { firefox } from './firefox.ts';
import { journeys } from './journeys.ts';

const path = firefoxPath(process.env);
journeys('Firefox', path ? null : 'not found', () => firefox(path ?? ''));
