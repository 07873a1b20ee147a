import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { format, resolveConfig } from 'prettier';
import { optimize } from 'svgo';
import { root } from '../install.mjs';

// `node tools/icons/coinLogos.ts` writes the modules of widget/icons/logos/.
const OUTPUT_FOLDER = join(root, 'widget/icons/logos');

/** Width and height of the logos' grid. */
const GRID_SIZE = 32;

/** A glyph of a package with one colour. `scale` changes it around the centre. */
interface GlyphSource {
  name: string;
  scale: number;
}

/** Icon key → the glyph that is drawn. The other set has no logo of Toncoin and a blurred shadow in Cardano's. */
const GLYPHS: Readonly<Record<string, GlyphSource>> = {
  ton: { name: 'ton', scale: 1 },
  ada: { name: 'cardano', scale: 0.78 },
};

/** Icon keys of logos that are white on a disc. */
const DISC_LOGOS = 'usdt btc eth trx ltc sol xrp bnb usdc doge bch dash xmr'.split(' ');

interface IconSet {
  icons: Readonly<Record<string, { body: string } | undefined>>;
}

function readIconBody(packageName: string, name: string): string {
  const file = join(root, 'node_modules/@iconify-json', packageName, 'icons.json');
  const body = (JSON.parse(readFileSync(file, 'utf8')) as IconSet).icons[name]?.body;
  if (body === undefined) throw new Error(`${packageName} has no icon ${name}`);
  return body;
}

const wrapSvg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${GRID_SIZE}" height="${GRID_SIZE}" viewBox="0 0 ${GRID_SIZE} ${GRID_SIZE}">${body}</svg>`;

/** Icon keys of all logos. */
export const logoKeys: readonly string[] = [...DISC_LOGOS, ...Object.keys(GLYPHS)].toSorted();

/** The SVG document of a logo as the package has it, without its disc. Throws for an unknown key. */
export function readLogoSvg(key: string): string {
  const glyph = GLYPHS[key];
  if (!glyph) return wrapSvg(readIconBody('cryptocurrency-color', key).replace(/<circle[^>]+>/, ''));
  const center = GRID_SIZE / 2;
  const scale = (GRID_SIZE / 24) * glyph.scale;
  const offset = center - 12 * scale;
  // The glyph of Toncoin is cut out of a disc, the first part of its path.
  const body = readIconBody('simple-icons', glyph.name)
    .replace('currentColor', '#fff')
    .replace(/"M12 0C.+?M/, '"M');
  return wrapSvg(`<g transform="translate(${offset} ${offset}) scale(${scale})">${body}</g>`);
}

type XmlAttributes = Readonly<Record<string, string | undefined>>;
type XmlNode = Readonly<Record<string, XmlNode[] | undefined>> & { ':@'?: XmlAttributes };
type LogoPath = [data: string, opacity?: string];

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
});

/** Collects the paths below `nodes`; groups pass their fill on. Throws for any other element or colour than white. */
function collectPaths(nodes: readonly XmlNode[], inheritedFill: string): LogoPath[] {
  return nodes.flatMap((node): LogoPath[] => {
    const { ':@': attributes = {}, ...elements } = node;
    const [[name = '', children = []] = []] = Object.entries(elements);
    const fill = attributes['fill'] ?? inheritedFill;
    if (name === 'svg' || name === 'g') return collectPaths(children, fill);
    const { d, 'fill-opacity': opacity } = attributes;
    if (name !== 'path' || d === undefined || fill !== '#fff')
      throw new Error(`unexpected element <${name}> in ${fill}`);
    return [opacity === undefined ? [d] : [d, opacity]];
  });
}

/** The optimised paths of a logo, as `CoinLogo` has them. */
export function createLogo(key: string): LogoPath[] {
  const { data } = optimize(readLogoSvg(key), {
    multipass: true,
    floatPrecision: 4,
    plugins: [
      'preset-default',
      { name: 'convertShapeToPath', params: { convertArcs: true } },
      { name: 'convertColors', params: { shortname: false } },
      'convertPathData',
    ],
  });
  return collectPaths(parser.parse(data) as XmlNode[], '#000');
}

/** The source of a logo's module. */
export async function formatLogoModule(key: string): Promise<string> {
  const path = join(OUTPUT_FOLDER, `${key}.ts`);
  const source = `// Written by tools/icons/coinLogos.ts.
    import type { CoinLogo } from '../coinLogo.ts';
    export const logo: CoinLogo = ${JSON.stringify(createLogo(key))};`;
  return format(source, { ...(await resolveConfig(path)), parser: 'typescript' });
}

if (import.meta.main) {
  mkdirSync(OUTPUT_FOLDER, { recursive: true });
  for (const key of logoKeys) writeFileSync(join(OUTPUT_FOLDER, `${key}.ts`), await formatLogoModule(key));
}
