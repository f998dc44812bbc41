<input type='file' accept='image/*'> */
@php
  // dd($a) was here
  $b = 'dd($a)';
  dd($b); // phaser:ignore no-dump -- shows the page's own data
@endphp
{{ dd($b) }}
<script>
  // console.log(1)
  console.log('console.log(');
</script>
