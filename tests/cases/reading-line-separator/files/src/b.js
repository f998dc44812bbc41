x = "a b"; // note 
/*   eval(x) */
