// The entry of the single classic script: the element with all its parts. Exports nothing, so that it leaves no name on
// the page.
import './element.ts';
