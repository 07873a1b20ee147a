/** What of React's fibers is read here. */
interface Fiber {
  type: unknown;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** React's mark of a component whose function was called for this commit. */
const PERFORMED_WORK = 1;

/** Names of the components that drew again in each commit, as React itself tells its developer tools. */
export interface RenderLog {
  readonly names: string[];
  /** The names so far, which are forgotten then. */
  takeNames(): string[];
}

/** Listens to every root of React. Must be called before React is loaded. */
export function recordRenders(): RenderLog {
  const names: string[] = [];
  const visit = (now: Fiber, before: Fiber | null) => {
    const performed = typeof now.type === 'function' && (now.flags & PERFORMED_WORK) !== 0;
    // A fiber that this commit did not come to still has the marks of the one before.
    if (performed && now !== before) names.push((now.type as { name: string }).name);
    if (before && now.child === before.child) return;
    for (let child = now.child; child; child = child.sibling) visit(child, child.alternate);
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      checkDCE: () => undefined,
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => visit(current, current.alternate),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
  return { names, takeNames: () => names.splice(0) };
}
