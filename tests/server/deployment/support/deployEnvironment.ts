import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseStages } from './dockerImage.ts';

const deployFolder = fileURLToPath(new URL('../../../../deploy/', import.meta.url));

/** Reads a file of deploy/. */
export const readDeployFile = (name: string): string => readFileSync(join(deployFolder, name), 'utf8');

const parseVariable = (text: string): [string, string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};

/** The variables of deploy/razmen@.service for a port. */
export function readUnitVariables(port = '3000'): Record<string, string> {
  const lines = [...readDeployFile('razmen@.service').matchAll(/^Environment=(.*)$/gm)];
  const variables = lines.flatMap(([, text = '']) => text.split(' ')).map(parseVariable);
  return Object.fromEntries(variables.map(([name, value]) => [name, value.replaceAll('%i', port)]));
}

/** The variables of deploy/environment.example. */
export function readExampleVariables(): Record<string, string> {
  const lines = readDeployFile('environment.example').split('\n');
  return Object.fromEntries(lines.filter(line => /^\w/.test(line)).map(parseVariable));
}

/** The variables of the image that deploy/Dockerfile builds. */
export function readImageVariables(): Record<string, string> {
  const [, final = []] = parseStages(readDeployFile('Dockerfile'));
  const texts = final.filter(({ name }) => name === 'ENV').map(({ text }) => text);
  return Object.fromEntries(texts.flatMap(text => text.split(' ')).map(parseVariable));
}
