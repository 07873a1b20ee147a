// The entry of the single classic script: the element with all its parts. No exports, because they would be globals.
import './element.ts';
