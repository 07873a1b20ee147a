/** A content file as an element, what its front-matter says, and the headings that links can lead to. */
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
