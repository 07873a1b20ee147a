import { file, type File } from './files.ts';

/**
 * The page for a request that went wrong here: the tech page's own text and style, and nothing that could fail in turn, so
 * without its scripts. `closed` is the tech page as it was built; without it there is a sentence.
 */
export function failure(closed: File | undefined): File {
  const html = closed ? new TextDecoder().decode(closed.body) : BARE;
  const still = html
    .replaceAll(/<script\b[^>]*>.*?<\/script>\s*/gs, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>\s*/g, '');
  return file('500.html', new TextEncoder().encode(still));
}

const BARE =
  '<!doctype html><html lang="ru"><meta charset="utf-8"><title>Ведутся технические работы</title><h1>Ведутся технические работы</h1><p>Попробуйте зайти на сайт позднее</p></html>';
