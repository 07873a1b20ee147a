/** Component, front matter and headings of a content file. */
declare module '*.md' {
  export const page: import('./frontmatter.ts').PageFrontmatter;
  export const outline: readonly import('./remarkContent.ts').ContentHeading[];
  const Content: import('mdx/types').MDXContent;
  export default Content;
}
declare module '*.md?questions' {
  const questions: readonly import('./remarkContent.ts').FaqQuestion[];
  export default questions;
}
